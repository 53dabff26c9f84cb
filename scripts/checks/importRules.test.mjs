import { describe, expect, it } from 'vitest'
import { brokenImports } from './importRules.mjs'

const importing = specifier => `import { thing } from '${specifier}'\n`

describe('the direction of imports', () => {
  it.each([
    ['client/features/notes/reader/NoteScreen.tsx', '#server/app.ts'],
    ['client/main.tsx', '../server/app.ts'],
    ['server/app.ts', '#client/main.tsx'],
    ['protocol/notes.ts', '#server/app.ts'],
    ['protocol/notes.ts', 'node:fs'],
    ['protocol/notes.ts', 'react'],
    ['protocol/notes.ts', 'zod'],
    ['protocol/schema.ts', 'react'],
    ['client/platform/calls/callApi.ts', 'zod'],
    ['server/platform/serve.ts', '#server/features/notes/notes.domain.ts'],
    ['client/platform/calls/callApi.ts', '../features/notes/notes.queries.ts'],
    ['client/ui/Card.tsx', '#client/features/notes/NoteCard.tsx'],
  ])('%s may not import %s', (path, specifier) => {
    expect(brokenImports(path, importing(specifier))).toEqual([`${path} imports ${specifier}`])
  })

  it.each([
    ['client/features/notes/reader/NoteScreen.tsx', '#client/ui/Card.tsx'],
    ['client/features/notes/reader/NoteScreen.tsx', 'react'],
    ['server/features/notes/notes.domain.ts', '#protocol/notes.ts'],
    ['protocol/schema.ts', 'zod'],
    ['server/config.ts', 'zod'],
    ['protocol/notes.ts', './call.ts'],
    ['server/platform/serve.test.ts', '#server/features/notes/notes.domain.ts'],
  ])('%s may import %s', (path, specifier) => {
    expect(brokenImports(path, importing(specifier))).toEqual([])
  })

  it('sees every form of import', () => {
    const source = `import '#client/a.css'
export { b } from "#client/b.ts"
const c = await import('#client/c.ts')
import {
  d,
} from '#client/d.ts'
`
    expect(brokenImports('server/app.ts', source)).toHaveLength(4)
  })
})
