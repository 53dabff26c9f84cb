import { isShortcut, type PressedKey, type Shortcut } from '#client/platform/browser/keyboard.ts'
import type { ToolIconName } from '#client/ui/ToolIcon.tsx'
import type { TextKey } from '#protocol/text/index.ts'
import { insertRule, toggleCallout, toggleStrike } from './note.blocks.ts'
import type { Command } from './note.edit.ts'
import {
  clearLinePrefix,
  continueLine,
  indent,
  moveLines,
  outdent,
  toggleItems,
  toggleQuote,
} from './note.lists.ts'
import { makeLink, toggleFence, toggleHeading, toggleMark } from './note.marks.ts'
import { nextCell, previousCell } from './note.tables.ts'

export type NoteAction = Command | 'choosePictures' | 'openTable'

interface EditorCommand {
  id: string
  keys?: Shortcut
  /** Without a selection the keys keep their default action. */
  requiresSelection?: true
  /** Toolbar button. */
  tool?: { icon: ToolIconName; label: Extract<TextKey, `notes.tool${string}`>; startsGroup?: boolean }
  run: NoteAction
}

/** All editing commands; those with a tool are in toolbar order. */
export const editorCommands = [
  {
    id: 'bold',
    keys: { code: 'KeyB', ctrl: true },
    tool: { icon: 'bold', label: 'notes.toolBold', startsGroup: true },
    run: state => toggleMark(state, '**'),
  },
  {
    id: 'italic',
    keys: { code: 'KeyI', ctrl: true },
    tool: { icon: 'italic', label: 'notes.toolItalic' },
    run: state => toggleMark(state, '*'),
  },
  {
    id: 'strike',
    keys: { code: 'KeyX', ctrl: true, shift: true },
    tool: { icon: 'strike', label: 'notes.toolStrike' },
    run: toggleStrike,
  },
  {
    id: 'heading1',
    keys: { code: 'Digit1', ctrl: true, alt: true },
    run: state => toggleHeading(state, 1),
  },
  {
    id: 'heading2',
    keys: { code: 'Digit2', ctrl: true, alt: true },
    tool: { icon: 'heading', label: 'notes.toolHeading' },
    run: state => toggleHeading(state, 2),
  },
  {
    id: 'heading3',
    keys: { code: 'Digit3', ctrl: true, alt: true },
    run: state => toggleHeading(state, 3),
  },
  {
    id: 'bullets',
    tool: { icon: 'bullets', label: 'notes.toolBullets', startsGroup: true },
    run: state => toggleItems(state, 'bullet'),
  },
  {
    id: 'numbers',
    tool: { icon: 'numbers', label: 'notes.toolNumbers' },
    run: state => toggleItems(state, 'number'),
  },
  {
    id: 'tasks',
    tool: { icon: 'task', label: 'notes.toolTasks' },
    run: state => toggleItems(state, 'task'),
  },
  { id: 'quote', tool: { icon: 'quote', label: 'notes.toolQuote' }, run: toggleQuote },
  {
    id: 'code',
    tool: { icon: 'code', label: 'notes.toolCode', startsGroup: true },
    run: state => toggleFence(state, '`', '```'),
  },
  {
    id: 'link',
    keys: { code: 'KeyK', ctrl: true },
    requiresSelection: true,
    tool: { icon: 'link', label: 'notes.toolLink' },
    run: makeLink,
  },
  {
    id: 'formula',
    tool: { icon: 'formula', label: 'notes.toolFormula' },
    run: state => toggleFence(state, '$', '$$'),
  },
  { id: 'picture', tool: { icon: 'picture', label: 'notes.toolPicture' }, run: 'choosePictures' },
  { id: 'table', tool: { icon: 'table', label: 'notes.toolTable', startsGroup: true }, run: 'openTable' },
  { id: 'callout', tool: { icon: 'callout', label: 'notes.toolCallout' }, run: toggleCallout },
  { id: 'rule', tool: { icon: 'rule', label: 'notes.toolRule' }, run: insertRule },
  { id: 'linesUp', keys: { code: 'ArrowUp', alt: true }, run: state => moveLines(state, -1) },
  { id: 'linesDown', keys: { code: 'ArrowDown', alt: true }, run: state => moveLines(state, 1) },
  { id: 'indent', keys: { code: 'Tab' }, run: state => nextCell(state) ?? indent(state) },
  { id: 'outdent', keys: { code: 'Tab', shift: true }, run: state => previousCell(state) ?? outdent(state) },
  { id: 'continue', keys: { code: 'Enter' }, run: continueLine },
  { id: 'clearLinePrefix', keys: { code: 'Backspace' }, run: clearLinePrefix },
  { id: 'continueOnKeypad', keys: { code: 'NumpadEnter' }, run: continueLine },
] as const satisfies readonly EditorCommand[] as readonly EditorCommand[]

export function findCommand(key: PressedKey): EditorCommand | undefined {
  return editorCommands.find(({ keys }) => keys && isShortcut(keys, key))
}
