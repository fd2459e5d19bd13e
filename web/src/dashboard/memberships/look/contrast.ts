/** Whether letters of this colour would be hard to read on white paper: below 3 to 1 (WCAG 2, large text). */
export function isFaint(color: string): boolean {
  if (!/^#[0-9a-f]{6}$/i.test(color)) return false;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(color.slice(at, at + 2), 16)),
  );
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return 1.05 / (luminance + 0.05) < 3;
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
