import {
  type ClipboardEvent,
  type ComponentProps,
  type InputEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
} from 'react'
import { isComposing } from '#client/platform/browser/keyboard.ts'
import { FIELD_TEXT_MAX } from '#client/platform/browser/longInput.ts'
import {
  applyEdit,
  endComposition,
  isCompositionIdle,
  isUndoOrRedo,
  replaceText,
  restoreSelection,
  setCompositionIdle,
} from './textareaEdits.ts'

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

interface EditorTextareaProps extends NativeProps {
  ref: RefObject<HTMLTextAreaElement | null>
  label: string
  value: string
  onChange: (value: string) => void
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
  onChange,
  normalize = unchanged,
  className = '',
  children,
  ...native
}: EditorTextareaProps) {
  const handlers = useUncontrolledTextarea(ref, value, onChange, normalize)
  return (
    <div className="sheet-text" data-copy={supportsFieldSizing ? undefined : `${value} `}>
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

  function onInput({ currentTarget, nativeEvent }: InputEvent<HTMLTextAreaElement>) {
    if (isUndoOrRedo(nativeEvent)) restoreSelection(currentTarget, nativeEvent)
    // Some phone keyboards report Enter only by this event.
    else if (nativeEvent.inputType === 'insertLineBreak') onDone()
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

/**
 * Keeps the text in the DOM, so that typing renders nothing and cannot interrupt an IME composition. A new value from outside, such as a
 * restored version, is applied as soon as no composition is active.
 */
function useUncontrolledTextarea(
  area: RefObject<HTMLTextAreaElement | null>,
  value: string,
  onChange: (text: string) => void,
  normalize: (typed: string) => string,
) {
  /** The value that the text area and its owner agree on; null before the first value. */
  const lastSyncedValue = useRef<string | null>(null)

  function syncValue() {
    if (area.current === null || value === lastSyncedValue.current) return
    const isFirst = lastSyncedValue.current === null
    if (isFirst) setCompositionIdle(area.current, true)
    else if (!isCompositionIdle(area.current)) return
    lastSyncedValue.current = value
    if (isFirst) area.current.value = value
    else replaceText(area.current, value)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: syncs only values that come from outside
  useLayoutEffect(syncValue, [value])

  return {
    onChange({ currentTarget }: { currentTarget: HTMLTextAreaElement }) {
      if (currentTarget.value === lastSyncedValue.current) return
      const text = normalize(currentTarget.value)
      if (isCompositionIdle(currentTarget) && text !== currentTarget.value) currentTarget.value = text
      lastSyncedValue.current = currentTarget.value
      onChange(text)
    },
    onCompositionStart({ currentTarget }: { currentTarget: HTMLTextAreaElement }) {
      setCompositionIdle(currentTarget, false)
    },
    onCompositionEnd({ currentTarget }: { currentTarget: HTMLTextAreaElement }) {
      setCompositionIdle(currentTarget, true)
      syncValue()
    },
  }
}
