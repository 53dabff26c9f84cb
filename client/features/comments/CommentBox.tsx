import { type FormEvent, type KeyboardEvent, type ReactNode, type Ref, useState } from 'react'
import { isComposing } from '#client/platform/browser/composition.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { TextArea } from '#client/ui/TextArea.tsx'
import { commentField } from '#protocol/comments.ts'
import { COMMENT_MAX } from '#protocol/limits.ts'

interface CommentBoxProps {
  label: string
  value: string
  onChange: (text: string) => void
  /** Called with what may be sent. */
  onSend: (text: string) => void
  sendLabel: string
  error?: string | undefined
  busy?: boolean
  onEscape?: () => void
  autoFocus?: boolean
  ref?: Ref<HTMLTextAreaElement>
  /** Beside the send button. */
  children?: ReactNode
}

/** Enter begins a new line; Ctrl+Enter, or ⌘+Enter, sends. */
export function CommentBox({
  label,
  value,
  onChange,
  onSend,
  sendLabel,
  error,
  busy = false,
  onEscape,
  autoFocus = false,
  ref,
  children,
}: CommentBoxProps) {
  const [isRefused, setRefused] = useState(false)

  function submit(event: FormEvent | KeyboardEvent) {
    event.preventDefault()
    if (busy) return
    const { success, data } = commentField.safeParse(value)
    setRefused(!success)
    if (success) onSend(data)
  }

  function press(event: KeyboardEvent) {
    if (isComposing(event)) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
    if (event.key === 'Escape') onEscape?.()
  }

  return (
    <form className="comment-box" onSubmit={submit} noValidate>
      <TextArea
        ref={ref}
        className="comment-box__area"
        label={label}
        hideLabel
        placeholder={label}
        max={COMMENT_MAX}
        rows={2}
        autoFocus={autoFocus}
        value={value}
        onChange={text => {
          setRefused(false)
          onChange(text)
        }}
        onKeyDown={press}
        error={isRefused ? t('comments.length') : error}
      />
      <div className="comment-box__actions">
        {children}
        <Button type="submit" kind="primary" busy={busy}>
          {sendLabel}
        </Button>
      </div>
    </form>
  )
}
