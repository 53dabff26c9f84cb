import {
  type ClipboardEvent,
  type ComponentProps,
  type InputEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
} from 'react'
import { isComposing } from '#client/platform/browser/keyboard.ts'
import { FIELD_TEXT_MAX } from '#client/platform/browser/longInput.ts'
import { applyEdit, endComposition, setCompositionIdle } from './textareaEdits.ts'

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

/** Connects a text area. Memoize it. Returns the cleanup function. */
export type TextareaBinding = (area: HTMLTextAreaElement, normalize: (typed: string) => string) => () => void

interface EditorTextareaProps extends NativeProps {
  ref: RefObject<HTMLTextAreaElement | null>
  label: string
  value: string
  /** Connects the text area with its text: with a document, or with a value by `bindValue`. */
  binding: TextareaBinding
  /** Transforms typed text. Default: unchanged. */
  normalize?: (typed: string) => string
  /** Overlay over the text. */
  children?: ReactNode
}

const supportsFieldSizing = CSS.supports('field-sizing', 'content')

/**
 * Text area that grows with its text. In browsers without `field-sizing`, an invisible copy of the text sets the height. The count, hint
 * and error are elsewhere; link them by `aria-describedby`.
 */
export function EditorTextarea({
  ref,
  label,
  value,
  binding,
  normalize = unchanged,
  className = '',
  children,
  ...native
}: EditorTextareaProps) {
  useLayoutEffect(() => {
    const area = ref.current
    if (area === null) return
    setCompositionIdle(area, true)
    return binding(area, normalize)
  }, [ref, binding, normalize])
  return (
    <div className="sheet-text" data-copy={supportsFieldSizing ? undefined : `${value} `}>
      <textarea
        translate="no"
        {...native}
        onCompositionStart={({ currentTarget }) => setCompositionIdle(currentTarget, false)}
        onCompositionEnd={({ currentTarget }) => setCompositionIdle(currentTarget, true)}
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

interface TitleTextareaProps extends EditorTextareaProps {
  /** Called on Enter and on the arrow-down key. */
  onDone: () => void
}

/** Wrapping title field without line breaks. */
export function TitleTextarea({ onDone, ...rest }: TitleTextareaProps) {
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== 'Enter' && event.key !== 'ArrowDown') return
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
    if (isComposing(event) || (hasModifier && event.key === 'ArrowDown')) return
    event.preventDefault()
    if (!hasModifier) onDone()
  }

  function onInput({ nativeEvent }: InputEvent<HTMLTextAreaElement>) {
    // Some phone keyboards report Enter only by this event.
    if (nativeEvent.inputType === 'insertLineBreak') onDone()
  }

  // Inserts the normalized text itself, so that undo works and the caret stays behind the pasted text.
  function onPaste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const pasted = event.clipboardData.getData('text/plain')
    const insert = joinPastedLines(pasted)
    if (insert === pasted || pasted.length > FIELD_TEXT_MAX) return
    event.preventDefault()
    endComposition(event.currentTarget)
    const { selectionStart: from, selectionEnd: to } = event.currentTarget
    const at = from + insert.length
    applyEdit(event.currentTarget, { from, to, insert, start: at, end: at })
  }

  return (
    <EditorTextarea
      {...rest}
      normalize={joinPastedLines}
      onKeyDown={onKeyDown}
      onInput={onInput}
      onPaste={onPaste}
    />
  )
}

const unchanged = (typed: string) => typed

/** Replaces pasted line breaks with spaces; typed spaces are unchanged. */
function joinPastedLines(typed: string): string {
  if (!typed.includes('\n')) return typed
  const lines = typed.split('\n').map(line => line.trim())
  return lines.filter(line => line !== '').join(' ')
}
