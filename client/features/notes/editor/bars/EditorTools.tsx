import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { editorCommands, type NoteAction } from '#client/features/notes/editor/commands/note.commands.ts'
import { changeTable, insertTable, tableAt } from '#client/features/notes/editor/commands/note.tables.ts'
import { formatShortcut, SCREEN_SHORTCUTS } from '#client/features/notes/editor/commands/useEditorKeys.ts'
import {
  DEFAULT_SIZE,
  TableTools,
  type TableWindow,
} from '#client/features/notes/editor/tables/TableTools.tsx'
import { readTextarea } from '#client/features/notes/editor/text/textareaEdits.ts'
import { t } from '#client/platform/language/language.ts'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import { MoreTools, type Tool } from './MoreTools.tsx'

/** Actions of the editor itself, not of the text. */
export type ToolAction = Exclude<NoteAction, 'openTable'>

interface EditorToolsProps {
  /** Id of the text area. */
  areaId: string
  isSmall: boolean
  hidesPictures?: boolean
  onRun: (action: ToolAction) => void
  onStep: (step: 'undo' | 'redo') => void
  /** Opens the find bar. Absent where there is none. */
  onFind?: (replaces: boolean) => void
}

const allTools = editorCommands.flatMap(({ tool, keys, run }) => (tool ? [{ ...tool, keys, run }] : []))
/** The tools that writers on a phone need most come first, in reach without scrolling. */
const PHONE_FIRST: readonly string[] = ['heading', 'bullets', 'task', 'picture']
const phoneTools = [
  ...PHONE_FIRST.flatMap(name => allTools.filter(({ icon }) => icon === name)),
  ...allTools.filter(({ icon }) => !PHONE_FIRST.includes(icon)),
]

/**
 * Toolbar with roving focus: one tab stop, and arrow keys between the buttons. Pressing a button keeps the focus in the text. Tools that do
 * not fit are in a menu behind the last button. On small screens the tools scroll sideways, and the menu has the find bar.
 */
export function EditorTools({
  areaId,
  isSmall,
  hidesPictures = false,
  onRun,
  onStep,
  onFind,
}: EditorToolsProps) {
  const bar = useRef<HTMLDivElement>(null)
  const row = useRef<HTMLDivElement>(null)
  const menuButton = useRef<HTMLButtonElement>(null)
  const menuId = useId()
  const [current, setCurrent] = useState(0)
  const [openedBy, setOpened] = useState<'byKey' | 'byPress' | null>(null)
  const close = useCallback(() => setOpened(null), [])
  const [tableWindow, setTableWindow] = useState<TableWindow | null>(null)
  const tableAnchor = useRef<HTMLElement>(null)

  /** In a table its menu; elsewhere the size of a new one, which is the usual one on a phone. */
  function openTable() {
    const area = document.getElementById(areaId)
    const isInTable = area instanceof HTMLTextAreaElement && tableAt(readTextarea(area)) !== null
    const button = row.current?.querySelector<HTMLElement>('[data-tool="table"]:not([hidden])')
    tableAnchor.current = button ?? menuButton.current
    if (isInTable) setTableWindow('menu')
    else if (isSmall) chooseSize(DEFAULT_SIZE)
    else setTableWindow('size')
  }

  function chooseSize({ columns, rows }: typeof DEFAULT_SIZE) {
    setTableWindow(null)
    onRun(state => insertTable(state, columns, rows))
  }

  const visibleTools = (isSmall ? phoneTools : allTools).filter(
    ({ icon }) => !hidesPictures || icon !== 'picture',
  )
  const redo: Tool = { icon: 'redo', label: t('notes.toolRedo'), onPress: () => onStep('redo') }
  const tools: Tool[] = [
    { icon: 'undo', label: t('notes.toolUndo'), onPress: () => onStep('undo') },
    ...(isSmall ? [] : [redo]),
    ...visibleTools.map(({ icon, label, startsGroup, keys, run }) => ({
      icon,
      label: t(label),
      keys: keys && formatShortcut(keys),
      startsGroup: startsGroup ?? false,
      onPress: () => (run === 'openTable' ? openTable() : onRun(run)),
    })),
    ...(isSmall ? [redo] : []),
  ]
  const findTools: Tool[] = onFind
    ? [
        {
          icon: 'find',
          label: t('keys.findInNote'),
          keys: formatShortcut(SCREEN_SHORTCUTS.find),
          startsGroup: true,
          onPress: () => onFind(false),
        },
        {
          icon: 'replace',
          label: t('keys.replaceInNote'),
          keys: formatShortcut(SCREEN_SHORTCUTS.replace),
          onPress: () => onFind(true),
        },
      ]
    : []
  if (!isSmall) tools.push(...findTools.slice(0, 1))
  const measuredCount = useFittingTools({ bar, row }, tools.length)
  const fittingCount = isSmall ? tools.length : measuredCount
  const menuTools = isSmall ? findTools : tools.slice(fittingCount)
  const hasMore = menuTools.length > 0
  const tabStop = Math.min(current, hasMore ? fittingCount : fittingCount - 1)
  const getVisibleButtons = () => [
    ...(bar.current?.querySelectorAll<HTMLElement>('button:not([hidden])') ?? []),
  ]

  function onKeyDown(event: KeyboardEvent) {
    const buttons = getVisibleButtons()
    const index = nextIndex(event.key, tabStop, buttons.length)
    if (index === undefined) return
    event.preventDefault()
    buttons[index]?.focus()
  }

  function onFocus(event: FocusEvent) {
    setCurrent(getVisibleButtons().indexOf(event.target as HTMLElement))
  }

  return (
    <div className="writing__tools">
      <div
        ref={bar}
        className={`writing__toolbar ${isSmall ? 'writing__toolbar--scrolls' : ''}`}
        role="toolbar"
        aria-label={t('notes.tools')}
        aria-controls={areaId}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
      >
        <div ref={row} className="writing__tool-row">
          {tools.map((tool, index) => (
            <ToolButton
              key={tool.icon}
              tool={tool}
              tabIndex={index === tabStop ? 0 : -1}
              hidden={index >= fittingCount}
            />
          ))}
        </div>
        {hasMore && (
          <button
            ref={menuButton}
            type="button"
            className="writing__tool"
            tabIndex={tabStop === fittingCount ? 0 : -1}
            aria-label={t('notes.toolsMore')}
            title={t('notes.toolsMore')}
            aria-haspopup="menu"
            aria-expanded={openedBy !== null}
            aria-controls={openedBy ? menuId : undefined}
            onMouseDown={event => event.preventDefault()}
            // `detail` is 0 for a press by keyboard.
            onClick={({ detail }) => setOpened(openedBy ? null : detail === 0 ? 'byKey' : 'byPress')}
          >
            <ToolIcon name="more" />
          </button>
        )}
      </div>
      {hasMore && openedBy && (
        <MoreTools
          id={menuId}
          tools={menuTools}
          menuButton={menuButton}
          takesFocus={openedBy === 'byKey'}
          onClose={close}
        />
      )}
      {tableWindow && (
        <TableTools
          kind={tableWindow}
          anchor={tableAnchor}
          onChooseSize={chooseSize}
          onCommand={command => {
            setTableWindow(null)
            onRun(state => changeTable(state, command))
          }}
          onClose={() => setTableWindow(null)}
        />
      )}
    </div>
  )
}

function nextIndex(key: string, current: number, count: number): number | undefined {
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

function ToolButton({
  tool: { icon, label, keys, startsGroup = false, onPress },
  ...native
}: ToolButtonProps) {
  return (
    <button
      {...native}
      type="button"
      data-tool={icon}
      className={`writing__tool ${startsGroup ? 'writing__tool--first' : ''}`}
      aria-label={label}
      title={keys ? `${label} (${keys})` : label}
      // Keeps the focus in the text, and the keyboard of a phone open.
      onMouseDown={event => event.preventDefault()}
      onClick={onPress}
    >
      <ToolIcon name={icon} />
    </button>
  )
}

/**
 * Number of the first children that fit into the bar. If not all fit, it leaves room for one more button. Measured, because texts of any
 * language and size share the row. Set `hidden` on the other children.
 */
function useFittingTools(
  { bar, row }: { bar: RefObject<HTMLElement | null>; row: RefObject<HTMLElement | null> },
  count: number,
): number {
  const [fittingCount, setFitting] = useState(count)
  useLayoutEffect(() => {
    const [element, children] = [bar.current, row.current?.children]
    if (!element || !children) return
    // Runs before the first paint and after each change of the bar's size.
    const sizes = new ResizeObserver(() =>
      flushSync(() => setFitting(countFitting(element, children, count))),
    )
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [bar, row, count])
  return fittingCount
}

function countFitting(bar: HTMLElement, children: HTMLCollection, count: number): number {
  const tools = [...children].slice(0, count) as HTMLElement[]
  const sizes = tools.map(widthOf)
  const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(bar)
  const availableWidth =
    bar.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd)
  const totalWidth = sizes.reduce((sum, size) => sum + size, 0)
  if (totalWidth <= availableWidth) return count
  let remainingWidth = availableWidth - (sizes[0] ?? 0)
  const first = sizes.findIndex(size => {
    remainingWidth -= size
    return remainingWidth < 0
  })
  return first < 0 ? count : first
}

/** Width with the leading margin, in pixels, as if the tool were visible. */
function widthOf(tool: HTMLElement): number {
  const { hidden } = tool
  tool.hidden = false
  const size = tool.offsetWidth + Number.parseFloat(getComputedStyle(tool).marginInlineStart)
  tool.hidden = hidden
  return size
}
