const SIZE = 64;
const PLAIN = "/icon.svg";

/** The page's icon, with how many questions wait drawn on it. */
export class CountIcon {
  private wanted = 0;

  show(count: number): void {
    this.wanted = count;
    if (count === 0) return this.put("image/svg+xml", PLAIN);
    const plain = new Image();
    // The picture may arrive after the count has moved on.
    plain.onload = () => {
      if (this.wanted === count) this.put("image/png", draw(plain, count));
    };
    plain.src = PLAIN;
  }

  private put(type: string, href: string): void {
    const link = document.querySelector<HTMLLinkElement>("link[rel=icon]");
    if (!link) return;
    link.type = type;
    link.href = href;
  }
}

function draw(plain: HTMLImageElement, count: number): string {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIZE;
  const brush = canvas.getContext("2d");
  if (!brush) return PLAIN;
  brush.drawImage(plain, 0, 0, SIZE, SIZE);
  brush.fillStyle = "#e5343d";
  brush.beginPath();
  brush.arc(44, 20, 20, 0, 2 * Math.PI);
  brush.fill();
  brush.fillStyle = "#fff";
  brush.font = `700 ${count > 9 ? 24 : 30}px system-ui, sans-serif`;
  brush.textAlign = "center";
  brush.textBaseline = "middle";
  brush.fillText(count > 99 ? "99" : String(count), 44, 21);
  return canvas.toDataURL("image/png");
}
