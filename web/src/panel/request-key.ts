/** A name for one request, so that the desk knows it when it is sent again. */
export function requestKey(): string {
  // `randomUUID` is missing where the page came over plain HTTP from another machine.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
