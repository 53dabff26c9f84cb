import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../lib/project.mjs'
import { sourceFiles } from './sourceFiles.mjs'

/**
 * Parts of the browser that may be missing, throw or never answer, and the files that may touch them. These have time limits and go
 * on without; everything else in the client goes through them.
 */
const BROWSER_APIS = [
  [/\bindexedDB\b|\bIDBFactory\b/, ['deviceStore.ts']],
  [/import [^;]*?\b(?:createStore|defaultGetStore)\b[^;]*?from 'idb-keyval'/, []],
  [/\blocalStorage\b|\bsessionStorage\b/, ['storage.ts']],
  [/\bnew BroadcastChannel\b/, ['broadcast.ts']],
  [/\bnavigator\.serviceWorker\b|['"]serviceWorker['"] in navigator/, ['serviceWorker.ts']],
  [/\bNotification\.\w|\bnew Notification\(|\.pushManager\b/, ['push.ts']],
  [/\bnavigator\.clipboard\b/, ['clipboard.ts']],
  [/\bcrypto\.subtle\b/, ['digest.ts']],
  [/\bnavigator\.(?:storage|permissions)\b/, []],
  [/(?<![\w.])caches\./, []],
  [/\bnavigator\.locks\b|\block(?:s|Manager)?\.request\(/, ['client/features/notes/sync/note.locks.ts']],
  // Started by `openWorker`, which waits only so long until it is ready.
  [/(?<!openWorker\(\s*\(\) => )\bnew (?:Shared)?Worker\(/, []],
].map(([pattern, files]) => ({
  pattern,
  files: files.map(file => (file.includes('/') ? file : `client/platform/browser/${file}`)),
}))

/** Fakes and the gallery's own storage. */
const isOfProduct = path =>
  path.startsWith('client/') && !/\.test\.tsx?$|^client\/dev\/|\/testing\//.test(path)

const withoutComments = source => source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

const sources = sourceFiles(['.ts', '.tsx'])
  .filter(isOfProduct)
  .map(path => ({ path, source: withoutComments(readFileSync(join(root, path), 'utf8')) }))

test.each(BROWSER_APIS)('$pattern is used in $files alone', ({ pattern, files }) => {
  const users = sources.filter(({ source }) => pattern.test(source)).map(({ path }) => path)
  expect(
    users.filter(path => !files.includes(path)),
    'It may be missing, throw or never answer: go through client/platform/browser/',
  ).toEqual([])
  expect(users.toSorted(), 'A file of the list uses it no more').toEqual(files.toSorted())
})
