/** The viewer's own bundle: only the pages of traces load it. */
import { Trace } from "./islands/trace";

customElements.define("chipward-trace", Trace);
