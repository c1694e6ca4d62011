/** How long a text waits for its letters. */
const FACES_MS = 3_000;

/**
 * Loads the faces that a long text needs: it would move under the reader when they arrive. False when they did not come in time:
 * such a text keeps the device's own face.
 */
export async function loadFaces(text: string): Promise<boolean> {
  if (!("fonts" in document)) return true;
  const faces = document.fonts.load(`1rem ${getComputedStyle(document.documentElement).fontFamily}`, text);
  return Promise.race([
    faces.then(
      () => true,
      () => false,
    ),
    new Promise<boolean>((resolve) => setTimeout(resolve, FACES_MS, false)),
  ]);
}
