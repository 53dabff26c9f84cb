import { expect, test } from 'vitest'
import { editorCommands } from '#client/features/notes/editor/commands/note.commands.ts'
import { SCREEN_SHORTCUTS } from '#client/features/notes/editor/keys/useEditorKeys.ts'
import { keysGroups } from './keys.groups.ts'

const listed = keysGroups.flatMap(({ rows }) => rows.flatMap(({ shortcuts }) => shortcuts))

/** The same key at another place of the keyboard. */
const TWICE = ['continueOnKeypad']

test('every key of the editor stands in the list', () => {
  const unlisted = editorCommands.filter(
    ({ id, keys }) => keys && !listed.includes(keys) && !TWICE.includes(id),
  )
  expect(unlisted.map(({ id }) => id)).toEqual([])
  expect(listed).toEqual(expect.arrayContaining(Object.values(SCREEN_SHORTCUTS)))
})

test('nothing is listed twice under one name', () => {
  const labels = keysGroups.flatMap(({ rows }) => rows.map(({ label }) => label))
  expect(new Set(labels).size).toBe(labels.length)
})

test('what is of one kind stands together: the headings from the largest down', () => {
  const labels = keysGroups.flatMap(({ rows }) => rows.map(({ label }) => label))
  const first = labels.indexOf('keys.heading1')
  expect(labels.slice(first, first + 3)).toEqual(['keys.heading1', 'notes.toolHeading', 'keys.heading3'])
})
