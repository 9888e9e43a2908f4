/** Width and height: shown in a circle of at most 96 px, on screens of up to double density. */
const SIZE_PX = 160;
const QUALITY = 0.8;

/**
 * Crops any picture to a small square from its middle: a `data:` URL of a few kilobytes.
 * @throws Error if the browser cannot read the picture
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
