/** Every island, in one alphabetical list. A class can be imported by a test; only this file registers it. */
import { Explainer } from "./islands/explainer";
import { focusSearch } from "./islands/search-key";

customElements.define("chipward-explainer", Explainer);

document.addEventListener("keydown", focusSearch);
