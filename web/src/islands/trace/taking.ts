/** Ways to take a text away: as a file, and by the clipboard. */
import { element } from "../../lib/element";
import type { Library } from "../../lib/library";
import type { ArtifactView } from "../../lib/trace-view";

/** A link to the bytes; a button that makes a file of them where they have no address of their own. */
export function download(page: Document, artifact: ArtifactView, library: Library): HTMLElement {
  const { raw, filename } = artifact;
  if (raw !== null) return element(page, "a", { href: raw, download: filename, class: "button" }, "Download");
  const button = element(page, "button", { type: "button" }, "Download");
  button.addEventListener("click", async () => {
    // As bytes and nothing else: a browser must not take a text for a page.
    const file = new Blob([await library.bytes(artifact)], { type: "application/octet-stream" });
    const href = URL.createObjectURL(file);
    element(page, "a", { href, download: filename }).click();
    URL.revokeObjectURL(href);
  });
  return button;
}

/** A button that copies a text, and says whether it did. */
export function copyButton(page: Document, name: string, text: () => Promise<string>): HTMLElement {
  const button = element(page, "button", { type: "button" }, name);
  button.addEventListener("click", async () => {
    const done = await text()
      .then((written) => (page.defaultView as Window).navigator.clipboard.writeText(written))
      .then(
        () => "Copied",
        () => "Your browser does not let this page copy",
      );
    button.textContent = done;
  });
  return button;
}
