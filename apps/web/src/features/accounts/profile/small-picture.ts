/** Both ways: it is shown in a circle of 96 px at most, on screens of up to twice as many dots. */
const SIZE_PX = 160;
const QUALITY = 0.8;

/**
 * A picture of any size as a small square one, cut out of its middle: a `data:` address of some kilobytes.
 * @throws Error when it is no picture that the browser reads
 */
export async function smallPicture(file: Blob): Promise<string> {
  const image = await createImageBitmap(file);
  const side = Math.min(image.width, image.height);
  const canvas = document.createElement('canvas');
  canvas.width = SIZE_PX;
  canvas.height = SIZE_PX;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('the browser draws no pictures');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, SIZE_PX, SIZE_PX);
  context.drawImage(image, (image.width - side) / 2, (image.height - side) / 2, side, side, 0, 0, SIZE_PX, SIZE_PX);
  image.close();
  return canvas.toDataURL('image/jpeg', QUALITY);
}
