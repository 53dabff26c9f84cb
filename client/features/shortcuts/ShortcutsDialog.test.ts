import { expect, test } from 'vitest'
import { editorCommands } from '#client/features/notes/editor/commands/note.commands.ts'
import { SCREEN_SHORTCUTS } from '#client/features/notes/editor/commands/useEditorKeys.ts'
import { shortcutGroups } from './ShortcutsDialog.tsx'

const listed = shortcutGroups.flatMap(({ rows }) => rows.flatMap(({ shortcuts }) => shortcuts))

/** The same key elsewhere on the keyboard. */
const ALTERNATIVE_KEYS = ['continueOnKeypad']

test('lists every shortcut of the editor', () => {
  const unlisted = editorCommands.filter(
    ({ id, keys }) => keys && !listed.includes(keys) && !ALTERNATIVE_KEYS.includes(id),
  )
  expect(unlisted.map(({ id }) => id)).toEqual([])
  expect(listed).toEqual(expect.arrayContaining(Object.values(SCREEN_SHORTCUTS)))
})

test('lists no label twice, and headings together, from the largest down', () => {
  const labels = shortcutGroups.flatMap(({ rows }) => rows.map(({ label }) => label))
  expect(new Set(labels).size).toBe(labels.length)
  const first = labels.indexOf('keys.heading1')
  expect(labels.slice(first, first + 3)).toEqual(['keys.heading1', 'notes.toolHeading', 'keys.heading3'])
})
