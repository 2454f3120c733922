/** One page, and where the next begins. */
export interface Page<T> {
  items: T[];
  next?: number;
}

/** A list that is read page by page. A newer wish overtakes an older one. */
export class Pages<T> {
  items: T[] = [];
  loading = false;
  private from?: number;
  private read: (before?: number) => Promise<Page<T>> = async () => ({ items: [] });
  private wish = 0;

  constructor(private readonly changed: () => void) {}

  get more(): boolean {
    return this.from !== undefined && !this.loading;
  }

  /** Reads anew; what is shown stays until the new is there. */
  begin(read: (before?: number) => Promise<Page<T>>): void {
    this.read = read;
    void this.load(undefined);
  }

  next(): void {
    if (this.more) void this.load(this.from);
  }

  private async load(before: number | undefined): Promise<void> {
    const wish = ++this.wish;
    this.loading = true;
    this.changed();
    const page = await this.read(before).catch((): Page<T> => ({ items: [] }));
    if (wish !== this.wish) return;
    this.loading = false;
    this.items = before === undefined ? page.items : [...this.items, ...page.items];
    this.from = page.next;
    this.changed();
  }
}
