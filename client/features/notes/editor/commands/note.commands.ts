import { isShortcut, type PressedKey, type Shortcut } from '#client/platform/browser/shortcut.ts'
import type { ToolIconName } from '#client/ui/ToolIcon.tsx'
import type { TextKey } from '#protocol/text/index.ts'
import type { Command } from './note.edit.ts'
import { fence } from './note.fences.ts'
import {
  clearHead,
  continueLine,
  indent,
  moveLines,
  outdent,
  toggleItems,
  toggleQuote,
} from './note.lists.ts'
import { makeLink, toggleHeading, toggleMark } from './note.marks.ts'

/** What a command does to the text; or what it asks for first. */
export type NoteAction = Command | 'choosePictures'

export interface EditorCommand {
  id: string
  keys?: Shortcut
  /** With nothing selected its keys are somebody else's. */
  keysWantSelection?: true
  /** In the toolbar it is a button that bears this drawing and these words. */
  tool?: { icon: ToolIconName; label: Extract<TextKey, `notes.tool${string}`>; startsGroup?: boolean }
  run: NoteAction
}

/** All that keys and buttons do to the text, the buttons in their order. */
export const editorCommands = [
  {
    id: 'bold',
    keys: { code: 'KeyB', ctrl: true },
    tool: { icon: 'bold', label: 'notes.toolBold', startsGroup: true },
    run: written => toggleMark(written, '**'),
  },
  {
    id: 'italic',
    keys: { code: 'KeyI', ctrl: true },
    tool: { icon: 'italic', label: 'notes.toolItalic' },
    run: written => toggleMark(written, '*'),
  },
  {
    id: 'heading1',
    keys: { code: 'Digit1', ctrl: true, alt: true },
    run: written => toggleHeading(written, 1),
  },
  {
    id: 'heading2',
    keys: { code: 'Digit2', ctrl: true, alt: true },
    tool: { icon: 'heading', label: 'notes.toolHeading' },
    run: written => toggleHeading(written, 2),
  },
  {
    id: 'heading3',
    keys: { code: 'Digit3', ctrl: true, alt: true },
    run: written => toggleHeading(written, 3),
  },
  {
    id: 'bullets',
    tool: { icon: 'bullets', label: 'notes.toolBullets', startsGroup: true },
    run: written => toggleItems(written, 'bullet'),
  },
  {
    id: 'tasks',
    tool: { icon: 'task', label: 'notes.toolTasks' },
    run: written => toggleItems(written, 'task'),
  },
  { id: 'quote', tool: { icon: 'quote', label: 'notes.toolQuote' }, run: toggleQuote },
  {
    id: 'code',
    tool: { icon: 'code', label: 'notes.toolCode', startsGroup: true },
    run: written => fence(written, '`', '```'),
  },
  {
    id: 'link',
    keys: { code: 'KeyK', ctrl: true },
    keysWantSelection: true,
    tool: { icon: 'link', label: 'notes.toolLink' },
    run: makeLink,
  },
  {
    id: 'formula',
    tool: { icon: 'formula', label: 'notes.toolFormula' },
    run: written => fence(written, '$', '$$'),
  },
  { id: 'picture', tool: { icon: 'picture', label: 'notes.toolPicture' }, run: 'choosePictures' },
  { id: 'linesUp', keys: { code: 'ArrowUp', alt: true }, run: written => moveLines(written, -1) },
  { id: 'linesDown', keys: { code: 'ArrowDown', alt: true }, run: written => moveLines(written, 1) },
  { id: 'indent', keys: { code: 'Tab' }, run: indent },
  { id: 'outdent', keys: { code: 'Tab', shift: true }, run: outdent },
  { id: 'continue', keys: { code: 'Enter' }, run: continueLine },
  { id: 'clearHead', keys: { code: 'Backspace' }, run: clearHead },
  { id: 'continueOnKeypad', keys: { code: 'NumpadEnter' }, run: continueLine },
] as const satisfies readonly EditorCommand[] as readonly EditorCommand[]

export function commandOf(key: PressedKey): EditorCommand | undefined {
  return editorCommands.find(({ keys }) => keys && isShortcut(keys, key))
}
