import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { loadFont } from '#client/platform/browser/font.ts'
import { completeCatalogue, restoreLanguage } from '#client/platform/language/language.ts'
import type { FrameAddress } from './address.ts'
import { parts } from './parts/parts.ts'

/** The content of a frame: the app on a sample server, or a component that needs its own window. */
export async function loadFrame({ kind, name, state }: FrameAddress): Promise<ReactNode> {
  await restoreLanguage()
  await Promise.all([completeCatalogue(), loadFont()])
  if (kind === 'part') return renderPart(name, state)
  const { loadScreen } = await import('./screens/app.tsx')
  return await loadScreen(name, state)
}

function renderPart(name: string, state: string): ReactNode {
  const content = parts.find(part => part.name === name)?.states[state]
  return (
    <MemoryRouter>
      <div style={{ padding: 16 }}>{content ?? `There is no ${name} ${state}: see parts/.`}</div>
    </MemoryRouter>
  )
}
