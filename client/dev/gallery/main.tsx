import '../../ui/tokens.css'
import '../../ui/base.css'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { parseFrameAddress } from './address.ts'

/**
 * `/dev/gallery`, in development only: the build starts at `index.html` and does not include this folder.
 * The same page is the catalogue and each frame in it.
 */
async function render(): Promise<ReactNode> {
  const frame = parseFrameAddress(location.search)
  if (frame === null) {
    const { loadCatalogue } = await import('./Catalogue.tsx')
    return await loadCatalogue()
  }
  // Before any module of the app loads, because it opens the storage at once.
  const { isolate } = await import('./screens/isolate.ts')
  isolate(frame)
  const { loadFrame } = await import('./Frame.tsx')
  return await loadFrame(frame)
}

const root = document.getElementById('root')
if (!root) throw new Error('gallery.html has no #root')
createRoot(root).render(await render())
