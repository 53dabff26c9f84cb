import type { ClipboardEvent, ComponentProps, InputEvent, KeyboardEvent, ReactNode, RefObject } from 'react'
import { isComposing } from '#client/platform/browser/composition.ts'
import { FIELD_TEXT_MAX } from '#client/platform/browser/longInput.ts'
import { applyEdit, endComposition, isStep, restoreSelection } from './area.changes.ts'
import { useUncontrolledTextarea } from './useUncontrolledTextarea.ts'

type NativeProps = Omit<
  ComponentProps<'textarea'>,
  | 'value'
  | 'defaultValue'
  | 'onChange'
  | 'onCompositionStart'
  | 'onCompositionEnd'
  | 'rows'
  | 'ref'
  | 'children'
>

interface SheetTextProps extends NativeProps {
  ref: RefObject<HTMLTextAreaElement | null>
  label: string
  value: string
  onChange: (value: string) => void
  /** What of the typed is to stand there; all of it where nothing is said. */
  read?: (typed: string) => string
  /** What stands over the text. */
  children?: ReactNode
}

const growsByItself = CSS.supports('field-sizing', 'content')

/**
 * Text written straight on the sheet, as high as it is long. Where browsers cannot size it, an unseen copy behind it gives
 * the sheet its height. Its count, hint and error stand elsewhere and are tied to it by `aria-describedby`.
 */
export function EditorTextarea({
  ref,
  label,
  value,
  onChange,
  read = asTyped,
  className = '',
  children,
  ...native
}: SheetTextProps) {
  const handlers = useUncontrolledTextarea(ref, value, onChange, read)
  return (
    <div className="sheet-text" data-copy={growsByItself ? undefined : `${value} `}>
      <textarea
        translate="no"
        {...native}
        {...handlers}
        ref={ref}
        rows={1}
        dir="auto"
        className={`sheet-text__area ${className}`}
        aria-label={label}
      />
      {children}
    </div>
  )
}

interface SheetTitleProps extends SheetTextProps {
  /** Enter, and the arrow down, lead from the title to the text. */
  onDone: () => void
}

/** A title in as many rows as it needs, without line breaks of its own. */
export function SheetTitle({ onDone, ...rest }: SheetTitleProps) {
  function leave(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== 'Enter' && event.key !== 'ArrowDown') return
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
    if (isComposing(event) || (hasModifier && event.key === 'ArrowDown')) return
    event.preventDefault()
    if (!hasModifier) onDone()
  }

  function onInput({ currentTarget, nativeEvent }: InputEvent<HTMLTextAreaElement>) {
    if (isStep(nativeEvent)) restoreSelection(currentTarget, nativeEvent)
    // Some keyboards of phones tell of Enter by this alone.
    else if (nativeEvent.inputType === 'insertLineBreak') onDone()
  }

  // What is put in as it is to stand there is taken back by undo, and leaves the caret behind it.
  function paste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const pasted = event.clipboardData.getData('text/plain')
    const insert = toSingleLine(pasted)
    if (insert === pasted || pasted.length > FIELD_TEXT_MAX) return
    event.preventDefault()
    endComposition(event.currentTarget)
    const { selectionStart: from, selectionEnd: to } = event.currentTarget
    const at = from + insert.length
    applyEdit(event.currentTarget, { from, to, insert, start: at, end: at })
  }

  return <EditorTextarea {...rest} read={toSingleLine} onKeyDown={leave} onInput={onInput} onPaste={paste} />
}

const asTyped = (typed: string) => typed

/** Pasted line breaks become spaces; spaces that are typed stay. */
function toSingleLine(typed: string): string {
  if (!typed.includes('\n')) return typed
  const lines = typed.split('\n').map(line => line.trim())
  return lines.filter(line => line !== '').join(' ')
}
