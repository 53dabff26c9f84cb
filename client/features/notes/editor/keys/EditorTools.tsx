import { type FocusEvent, type KeyboardEvent, useCallback, useId, useRef, useState } from 'react'
import { editorCommands, type NoteAction } from '#client/features/notes/editor/commands/note.commands.ts'
import { t } from '#client/platform/language/language.ts'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import { MoreTools, type Tool } from './MoreTools.tsx'
import { keysText } from './note.keysText.ts'
import { useFittingTools } from './useFittingTools.ts'

interface EditorToolsProps {
  /** Of the text area. */
  areaId: string
  /** A phone shows the first few of them. */
  isSmall: boolean
  /** Nothing can be put in that would have to be sent. */
  isWithoutPictures?: boolean
  onRun: (doing: NoteAction) => void
  /** Takes the last change back, or brings it again. */
  onStep: (step: 'undo' | 'redo') => void
}

const allTools = editorCommands.flatMap(({ tool, keys, run }) => (tool ? [{ ...tool, keys, run }] : []))
/** On a phone, which is the camera as well, the picture is at hand without scrolling. */
const phoneTools = [
  ...allTools.filter(({ icon }) => icon === 'picture'),
  ...allTools.filter(({ icon }) => icon !== 'picture'),
]

/**
 * One stop of the Tab key, between whose buttons the arrows move. A press leaves the focus in the text. What there is no room for stands
 * behind the last button.
 */
export function EditorTools({ areaId, isSmall, isWithoutPictures = false, onRun, onStep }: EditorToolsProps) {
  const bar = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const menuId = useId()
  const [current, setCurrent] = useState(0)
  const [opened, setOpened] = useState<'byKey' | 'byPress' | null>(null)
  const close = useCallback(() => setOpened(null), [])

  const listed = (isSmall ? phoneTools : allTools).filter(
    ({ icon }) => !isWithoutPictures || icon !== 'picture',
  )
  const redo: Tool = { icon: 'redo', words: t('notes.toolRedo'), press: () => onStep('redo') }
  const tools: Tool[] = [
    { icon: 'undo', words: t('notes.toolUndo'), press: () => onStep('undo') },
    ...(isSmall ? [] : [redo]),
    ...listed.map(({ icon, label, startsGroup, keys, run }) => ({
      icon,
      words: t(label),
      keys: keys && keysText(keys),
      startsGroup: startsGroup ?? false,
      press: () => onRun(run),
    })),
    ...(isSmall ? [redo] : []),
  ]
  const fitting = useFittingTools(bar, tools.length)
  const hasMore = fitting < tools.length
  const stop = Math.min(current, hasMore ? fitting : fitting - 1)
  const shownButtons = () => [...(bar.current?.querySelectorAll<HTMLElement>('button:not([hidden])') ?? [])]

  function move(event: KeyboardEvent) {
    const buttons = shownButtons()
    const place = placeAfter(event.key, stop, buttons.length)
    if (place === undefined) return
    event.preventDefault()
    buttons[place]?.focus()
  }

  function follow(event: FocusEvent) {
    setCurrent(shownButtons().indexOf(event.target as HTMLElement))
  }

  return (
    <div className="writing__tools">
      <div
        ref={bar}
        className="writing__toolbar"
        role="toolbar"
        aria-label={t('notes.tools')}
        aria-controls={areaId}
        onKeyDown={move}
        onFocus={follow}
      >
        {tools.map((tool, place) => (
          <ToolButton
            key={tool.icon}
            tool={tool}
            tabIndex={place === stop ? 0 : -1}
            hidden={place >= fitting}
          />
        ))}
        {hasMore && (
          <button
            ref={opener}
            type="button"
            className="writing__tool"
            tabIndex={stop === fitting ? 0 : -1}
            aria-label={t('notes.toolsMore')}
            title={t('notes.toolsMore')}
            aria-haspopup="menu"
            aria-expanded={opened !== null}
            aria-controls={opened ? menuId : undefined}
            onMouseDown={event => event.preventDefault()}
            // A key presses it without a place.
            onClick={({ detail }) => setOpened(opened ? null : detail === 0 ? 'byKey' : 'byPress')}
          >
            <ToolIcon name="more" />
          </button>
        )}
      </div>
      {hasMore && opened && (
        <MoreTools
          id={menuId}
          tools={tools.slice(fitting)}
          opener={opener}
          takesFocus={opened === 'byKey'}
          onClose={close}
        />
      )}
    </div>
  )
}

function placeAfter(key: string, current: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (current + 1) % count
  if (key === 'ArrowLeft') return (current + count - 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

interface ToolButtonProps {
  tool: Tool
  tabIndex: number
  hidden: boolean
}

function ToolButton({ tool: { icon, words, keys, startsGroup = false, press }, ...native }: ToolButtonProps) {
  return (
    <button
      {...native}
      type="button"
      className={`writing__tool ${startsGroup ? 'writing__tool--first' : ''}`}
      aria-label={words}
      title={keys ? `${words} (${keys})` : words}
      // The text keeps its focus, and a phone its keyboard.
      onMouseDown={event => event.preventDefault()}
      onClick={press}
    >
      <ToolIcon name={icon} />
    </button>
  )
}
