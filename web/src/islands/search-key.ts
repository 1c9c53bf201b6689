/** `/` puts the cursor into the search box of the page. */
import { isTaken } from "../lib/keys";

export function focusSearch(event: KeyboardEvent): void {
  if (event.key !== "/" || isTaken(event)) return;
  const field = (event.target as Node).ownerDocument?.querySelector<HTMLInputElement>(".site-search input");
  if (!field) return;
  event.preventDefault();
  field.focus();
  field.select();
}
