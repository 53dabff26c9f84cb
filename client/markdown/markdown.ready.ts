/** A slow picture must not keep the print dialog from opening. */
const TIMEOUT_MS = 8_000

/**
 * Resolves when `root` is ready to print: formulas and code are rendered, pictures and fonts are loaded or have failed. Starts
 * loading the lazy pictures. Resolves after eight seconds at the latest.
 */
export async function waitForMarkdown(root: ParentNode & Node): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<void>(resolve => {
    timer = setTimeout(resolve, TIMEOUT_MS)
  })
  await Promise.race([waitForContent(root), timeout])
  clearTimeout(timer)
}

async function waitForContent(root: ParentNode & Node): Promise<void> {
  await Promise.all([waitUntilIdle(root), ...loadPictures(root)])
  // A long note may have rendered more pictures meanwhile.
  await Promise.all([document.fonts.ready, ...loadPictures(root)])
}

function waitUntilIdle(root: ParentNode & Node): Promise<void> {
  return new Promise(resolve => {
    const check = () => {
      if (root.querySelector('[aria-busy="true"]')) return
      observer.disconnect()
      resolve()
    }
    const observer = new MutationObserver(check)
    observer.observe(root, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['aria-busy'],
    })
    check()
  })
}

function loadPictures(root: ParentNode): Promise<void>[] {
  return [...root.querySelectorAll('img')].map(waitForPicture)
}

function waitForPicture(picture: HTMLImageElement): Promise<void> {
  picture.loading = 'eager'
  // Decoding fails for a missing picture, whose description is printed instead.
  return picture.decode().catch(() => undefined)
}
