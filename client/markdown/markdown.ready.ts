/** In milliseconds: a picture that does not come must not keep the print dialog away. */
const LONGEST_WAIT = 8_000

/**
 * Resolves when everything in `root` looks as it will on paper: formulas drawn, code coloured, pictures and fonts
 * loaded or failed; at the latest after eight seconds. Pictures further down begin to load by this call.
 */
export async function whenMarkdownReady(root: ParentNode & Node): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<void>(resolve => {
    timer = setTimeout(resolve, LONGEST_WAIT)
  })
  await Promise.race([everythingDrawn(root), tooLong])
  clearTimeout(timer)
}

async function everythingDrawn(root: ParentNode & Node): Promise<void> {
  await Promise.all([nothingBusy(root), ...picturesIn(root)])
  // A long note may have come to the rest of its pictures meanwhile.
  await Promise.all([document.fonts.ready, ...picturesIn(root)])
}

function nothingBusy(root: ParentNode & Node): Promise<void> {
  return new Promise(resolve => {
    const look = () => {
      if (root.querySelector('[aria-busy="true"]')) return
      watch.disconnect()
      resolve()
    }
    const watch = new MutationObserver(look)
    watch.observe(root, { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-busy'] })
    look()
  })
}

function picturesIn(root: ParentNode): Promise<void>[] {
  return [...root.querySelectorAll('img')].map(pictureSettled)
}

function pictureSettled(picture: HTMLImageElement): Promise<void> {
  picture.loading = 'eager'
  // Decoding also fails for a picture that is missing; then its description is printed.
  return picture.decode().catch(() => undefined)
}
