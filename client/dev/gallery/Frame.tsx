import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { loadFont } from '#client/platform/browser/font.ts'
import { completeCatalogue, restoreLanguage } from '#client/platform/language/language.ts'
import type { FrameAddress } from './address.ts'
import { parts } from './parts/parts.ts'

/** What a frame shows: the app itself on a sample server, or a part in a window of its own. */
export async function loadFrame({ kind, name, state }: FrameAddress): Promise<ReactNode> {
  await restoreLanguage()
  await Promise.all([completeCatalogue(), loadFont()])
  if (kind === 'part') return partAt(name, state)
  const { appAt } = await import('./screens/app.tsx')
  return await appAt(name, state)
}

function partAt(name: string, state: string): ReactNode {
  const shown = parts.find(part => part.name === name)?.states[state]
  return (
    <MemoryRouter>
      <div style={{ padding: 16 }}>{shown ?? `There is no ${name} ${state}: see parts/.`}</div>
    </MemoryRouter>
  )
}
