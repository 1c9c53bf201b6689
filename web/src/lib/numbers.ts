/** A list of line numbers that grows. Plain arrays of a million numbers keep the garbage collector busy. */
export class Numbers {
  length = 0;
  private kept = new Uint32Array(16);

  push(number: number): void {
    if (this.length === this.kept.length) {
      const longer = new Uint32Array(2 * this.length);
      longer.set(this.kept);
      this.kept = longer;
    }
    this.kept[this.length++] = number;
  }

  /** The numbers in the order in which they came. Valid until the next one comes. */
  get all(): Uint32Array {
    return this.kept.subarray(0, this.length);
  }
}
