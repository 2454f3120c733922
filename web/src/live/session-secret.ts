/**
 * What proves that this page is the one that signed in. A browser sends the desk's cookie to every port of the host;
 * this secret lies in the storage of the page's own origin, where its pages and its service worker find it, and no other.
 */
export class SessionSecret {
  private value?: string;
  private known = false;

  /** The secret; read from the storage again if another tab may have signed in. */
  async read(again = false): Promise<string | undefined> {
    if (!this.known || again) {
      const stored = await within<string | undefined>("readonly", (secrets) => secrets.get(KEY));
      // A browser that keeps nothing knows it until the page is shut.
      this.value = stored ?? this.value;
      this.known = true;
    }
    return this.value;
  }

  async keep(secret: string): Promise<void> {
    this.value = secret;
    this.known = true;
    await within("readwrite", (secrets) => secrets.put(secret, KEY));
  }
}

const DATABASE = "sayso";
const SECRETS = "secrets";
const KEY = "session";

/** Does it in the storage of this origin; nothing when the browser refuses to store anything. */
async function within<T>(mode: IDBTransactionMode, work: (secrets: IDBObjectStore) => IDBRequest): Promise<T | undefined> {
  try {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(SECRETS);
    const database = (await finished(opening)) as IDBDatabase;
    try {
      return (await finished(work(database.transaction(SECRETS, mode).objectStore(SECRETS)))) as T;
    } finally {
      database.close();
    }
  } catch {
    return undefined;
  }
}

function finished(request: IDBRequest): Promise<unknown> {
  return new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error ?? new Error("the browser stores nothing"));
  });
}
