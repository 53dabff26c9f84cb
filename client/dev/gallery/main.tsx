import '../../ui/tokens.css'
import '../../ui/base.css'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { frameIn } from './address.ts'

/**
 * `/dev/gallery`, in development alone: the build begins at `index.html`, so nothing of this folder gets into it. The
 * same page is the catalogue and, inside of it, each frame: a part or a screen in one state and one mode.
 */
async function draw(): Promise<ReactNode> {
  const frame = frameIn(location.search)
  if (frame === null) {
    const { loadCatalogue } = await import('./Catalogue.tsx')
    return await loadCatalogue()
  }
  // Before anything of the app is loaded, which opens its storage at once.
  const { isolate } = await import('./screens/isolate.ts')
  isolate(frame)
  const { loadFrame } = await import('./Frame.tsx')
  return await loadFrame(frame)
}

const root = document.getElementById('root')
if (!root) throw new Error('gallery.html has no #root')
createRoot(root).render(await draw())
