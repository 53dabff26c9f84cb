import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'
import { type Doing, editorCommands } from '#client/features/notes/editor/commands/note.commands.ts'
import { t } from '#client/platform/language/language.ts'
import { ToolIcon, type ToolIconName } from '#client/ui/ToolIcon.tsx'
import { keysText } from './note.keysText.ts'

interface EditorToolsProps {
  /** Of the text area. */
  areaId: string
  /** A phone shows the first few of them. */
  isSmall: boolean
  /** Nothing can be put in that would have to be sent. */
  isWithoutPictures?: boolean
  onRun: (doing: Doing) => void
  onUndo: () => void
}

const allTools = editorCommands.flatMap(({ tool, keys, run }) => (tool ? [{ ...tool, keys, run }] : []))
/** On a phone, which is the camera as well, the picture is at hand without scrolling. */
const phoneTools = [
  ...allTools.filter(({ icon }) => icon === 'picture'),
  ...allTools.filter(({ icon }) => icon !== 'picture'),
]

/** One stop of the Tab key, between whose buttons the arrows move. A press leaves the focus in the text. */
export function EditorTools({ areaId, isSmall, isWithoutPictures = false, onRun, onUndo }: EditorToolsProps) {
  const bar = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)

  function move(event: KeyboardEvent) {
    const buttons = [...(bar.current?.querySelectorAll('button') ?? [])]
    const place = placeAfter(event.key, current, buttons.length)
    if (place === undefined) return
    event.preventDefault()
    buttons[place]?.focus()
  }

  function follow(event: FocusEvent) {
    const buttons: Element[] = [...(bar.current?.querySelectorAll('button') ?? [])]
    setCurrent(buttons.indexOf(event.target))
  }

  const shown = isSmall ? phoneTools : allTools
  const tools = isWithoutPictures ? shown.filter(({ icon }) => icon !== 'picture') : shown
  const button = (place: number) => ({ tabIndex: place === current ? 0 : -1 })
  return (
    <div
      ref={bar}
      className="writing__tools"
      role="toolbar"
      aria-label={t('notes.tools')}
      aria-controls={areaId}
      onKeyDown={move}
      onFocus={follow}
    >
      <ToolButton {...button(0)} icon="undo" words={t('notes.toolUndo')} onPress={onUndo} />
      {tools.map(({ icon, label, startsGroup = false, keys, run }, index) => (
        <ToolButton
          key={icon}
          {...button(index + 1)}
          icon={icon}
          words={t(label)}
          keys={keys && keysText(keys)}
          startsGroup={startsGroup}
          onPress={() => onRun(run)}
        />
      ))}
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
  tabIndex: number
  icon: ToolIconName
  words: string
  keys?: string | undefined
  startsGroup?: boolean
  onPress: () => void
}

function ToolButton({ tabIndex, icon, words, keys, startsGroup = false, onPress }: ToolButtonProps) {
  return (
    <button
      type="button"
      className={`writing__tool ${startsGroup ? 'writing__tool--first' : ''}`}
      tabIndex={tabIndex}
      aria-label={words}
      title={keys ? `${words} (${keys})` : words}
      // The text keeps its focus, and a phone its keyboard.
      onMouseDown={event => event.preventDefault()}
      onClick={onPress}
    >
      <ToolIcon name={icon} />
    </button>
  )
}
