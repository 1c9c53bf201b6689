/** Every island, in one alphabetical list. A class can be imported by a test; only this file registers it. */
import { EvidenceFilter } from "./islands/evidence-filter";
import { Explainer } from "./islands/explainer";
import { Search } from "./islands/search";
import { focusSearch } from "./islands/search-key";
import { SearchPage } from "./islands/search-page";

customElements.define("chipward-evidence", EvidenceFilter);
customElements.define("chipward-explainer", Explainer);
customElements.define("chipward-search", Search);
customElements.define("chipward-search-page", SearchPage);

document.addEventListener("keydown", focusSearch);
