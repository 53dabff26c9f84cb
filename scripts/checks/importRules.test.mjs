import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { root } from '../lib/project.mjs'
import { forbidden, readImports } from './importRules.mjs'

/** One wrong import of each rule. */
const planted = {
  'client-stays-in-the-browser': ['client/main.tsx', '#server/app.ts'],
  'server-stays-on-the-server': ['server/app.ts', '../client/main.tsx'],
  'protocol-knows-nobody': ['protocol/notes.ts', '#server/app.ts'],
  'client-platform-is-below': ['client/platform/calls/callApi.ts', '../../features/notes/notes.queries.ts'],
  'client-ui-is-below': ['client/ui/Card.tsx', '#client/live/unread.ts'],
  'client-markdown-is-below': ['client/markdown/Markdown.tsx', '#client/session/session.ts'],
  'client-session-is-below': ['client/session/session.ts', '#client/paths.ts'],
  'client-live-is-below': ['client/live/live.ts', '#client/features/notes/notes.queries.ts'],
  'client-features-are-below': ['client/features/notes/NoteScreen.tsx', '#client/app/Shell.tsx'],
  'the-editor-is-made-of-its-folders': [
    'client/features/notes/editor/keys/useEditorKeys.ts',
    '../NoteEditor.tsx',
  ],
  'server-platform-is-below': ['server/platform/serve.ts', '#server/config.ts'],
  'server-live-is-below': ['server/live/sockets.ts', '#server/features/notes/notes.service.ts'],
  'server-features-are-below': ['server/features/notes/notes.routes.ts', '#server/app.ts'],
  'zod-through-the-schema-module': ['client/ui/Card.tsx', 'zod'],
  'protocol-needs-no-package': ['protocol/notes.ts', 'react'],
  'runs-without-development-packages': ['scripts/lib/subsetFont.ts', 'vitest'],
  'no-circle': ['server/platform/a.ts', './b.ts', './a.ts'],
}

const directories = []
afterEach(async () => {
  for (const directory of directories.splice(0)) await rm(directory, { recursive: true })
})

/** A project of two files: the first imports the second, which imports what is named, if anything. */
async function projectOf(path, specifier, back) {
  const directory = await realpath(await mkdtemp(join(tmpdir(), 'imports-')))
  directories.push(directory)
  const write = async (file, imported) => {
    await mkdir(dirname(join(directory, file)), { recursive: true })
    const body =
      imported === undefined ? '' : `import { type thing } from '${imported}'\nexport const other = thing\n`
    await writeFile(join(directory, file), `${body}export const thing = 1\n`)
  }
  await cp(join(root, 'package.json'), join(directory, 'package.json'))
  await symlink(join(root, 'node_modules'), join(directory, 'node_modules'))
  for (const room of ['client', 'server', 'protocol']) await mkdir(join(directory, room))
  await write(path, specifier)
  const isPackage = !/^[.#]/.test(specifier)
  const target = specifier.startsWith('#') ? specifier.slice(1) : join(dirname(path), specifier)
  if (!isPackage) await write(target, back)
  return directory
}

test('for each rule a wrong import is planted', () => {
  expect(Object.keys(planted).sort()).toEqual(forbidden.map(({ name }) => name).sort())
})

test.each(Object.entries(planted))('%s', async (name, files) => {
  const { failedChecks } = await readImports(await projectOf(...files))
  expect(failedChecks).toEqual([expect.stringContaining(`${name}: ${files[0]}`)])
})

test('a test may import what its room may not', async () => {
  const directory = await projectOf(
    'server/platform/serve.test.ts',
    '#server/features/notes/notes.service.ts',
  )
  expect((await readImports(directory)).failedChecks).toEqual([])
})
