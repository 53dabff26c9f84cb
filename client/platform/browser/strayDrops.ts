/** Without this, the browser leaves the page for a file that is dropped where nothing accepts files. */
export function rejectStrayDrops(): void {
  // On the window, after all handlers of the page.
  for (const name of ['dragover', 'drop'] as const)
    window.addEventListener(name, event => {
      const { target, dataTransfer } = event
      if (event.defaultPrevented || !dataTransfer?.types.includes('Files')) return
      if (target instanceof HTMLInputElement && target.type === 'file') return
      event.preventDefault()
      dataTransfer.dropEffect = 'none'
    })
}
