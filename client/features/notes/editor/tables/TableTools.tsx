import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import type { TableCommand } from '#client/features/notes/editor/commands/note.tables.ts'
import { t } from '#client/platform/language/language.ts'
import { PopoverWindow } from '#client/ui/PopoverWindow.tsx'
import '#client/ui/Dropdown.css'
import './tableTools.css'

/** What the table tool has opened: the size of a new table, or the menu of the table with the caret. */
export type TableWindow = 'size' | 'menu'

export const DEFAULT_SIZE = { columns: 3, rows: 2 }

interface TableToolsProps {
  kind: TableWindow
  anchor: RefObject<HTMLElement | null>
  onChooseSize: (size: typeof DEFAULT_SIZE) => void
  onCommand: (command: TableCommand) => void
  onClose: () => void
}

/** The window of the table tool. */
export function TableTools({ kind, anchor, onChooseSize, onCommand, onClose }: TableToolsProps) {
  return (
    <PopoverWindow
      open
      anchor={anchor}
      align="start"
      title={t(kind === 'size' ? 'tables.size' : 'tables.menu')}
      onClose={onClose}
    >
      {kind === 'size' ? <SizeChooser onChoose={onChooseSize} /> : <TableMenu onCommand={onCommand} />}
    </PopoverWindow>
  )
}

const COLUMNS_MAX = 6
const ROWS_MAX = 6
const numbersTo = (max: number) => Array.from({ length: max }, (_, index) => index + 1)

/** A grid of cells: the cell that is pressed is the last one of the table. One tab stop, and arrow keys between the cells. */
function SizeChooser({ onChoose }: { onChoose: (size: typeof DEFAULT_SIZE) => void }) {
  const [size, setSize] = useState(DEFAULT_SIZE)
  const grid = useRef<HTMLFieldSetElement>(null)

  function onKeyDown(event: KeyboardEvent) {
    const [right, down] = STEPS[event.key] ?? [0, 0]
    if (right === 0 && down === 0) return
    event.preventDefault()
    const columns = Math.min(COLUMNS_MAX, Math.max(1, size.columns + right))
    const rows = Math.min(ROWS_MAX, Math.max(1, size.rows + down))
    setSize({ columns, rows })
    grid.current?.querySelectorAll('button')[(rows - 1) * COLUMNS_MAX + columns - 1]?.focus()
  }

  return (
    <div className="table-size">
      <fieldset ref={grid} className="table-size__grid" aria-label={t('tables.size')} onKeyDown={onKeyDown}>
        {numbersTo(ROWS_MAX).flatMap(rows =>
          numbersTo(COLUMNS_MAX).map(columns => (
            <button
              key={`${columns} ${rows}`}
              type="button"
              className="table-size__cell"
              aria-label={t('tables.sizeOf', { columns, rows })}
              tabIndex={columns === size.columns && rows === size.rows ? 0 : -1}
              data-chosen={columns <= size.columns && rows <= size.rows}
              onMouseEnter={() => setSize({ columns, rows })}
              onFocus={() => setSize({ columns, rows })}
              onClick={() => onChoose({ columns, rows })}
            />
          )),
        )}
      </fieldset>
      <p className="table-size__text" aria-hidden="true">
        {t('tables.sizeOf', size)}
      </p>
    </div>
  )
}

const STEPS: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
}

/** In groups. */
const MENU = [
  ['rowAbove', 'rowBelow', 'columnBefore', 'columnAfter'],
  ['alignLeft', 'alignCenter', 'alignRight'],
  ['deleteRow', 'deleteColumn'],
] as const satisfies readonly (readonly TableCommand[])[]

function TableMenu({ onCommand }: { onCommand: (command: TableCommand) => void }) {
  return (
    <div className="table-menu">
      {MENU.map(group => (
        <div key={group[0]} className="table-menu__group">
          {group.map(command => (
            <button key={command} type="button" className="menu__item" onClick={() => onCommand(command)}>
              {t(`tables.${command}`)}
            </button>
          ))}
        </div>
      ))}
    </div>
  )
}
