import { useAtom } from 'jotai'
import { type FormEvent, type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { isComposing } from '#client/platform/browser/composition.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Checkbox } from '#client/ui/Checkbox.tsx'
import { TextArea } from '#client/ui/TextArea.tsx'
import type { PersonView } from '#protocol/accounts.ts'
import { commentField } from '#protocol/comments.ts'
import { COMMENT_MAX } from '#protocol/limits.ts'
import { sendsByEnterAtom } from './comments.sendKey.ts'
import { MentionList } from './MentionList.tsx'
import { useMentioning } from './useMentioning.ts'

const NOBODY: readonly PersonView[] = []

/** Whoever writes less need not know how much may be written. */
const COUNTED_FROM = 400

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
  ref?: RefObject<HTMLTextAreaElement | null>
  /** Whose names are completed while they are typed. */
  people?: readonly PersonView[]
  /** Beside the send button. */
  children?: ReactNode
}

/** Ctrl+Enter, or ⌘+Enter, sends, and so does Enter where that is chosen; elsewhere it begins a new line, as Shift+Enter always does. */
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
  people = NOBODY,
  children,
}: CommentBoxProps) {
  const [isRejected, setRejected] = useState(false)
  const [sendsByEnter, setSendsByEnter] = useAtom(sendsByEnterAtom)

  const ownBox = useRef<HTMLTextAreaElement>(null)
  const box = ref ?? ownBox
  const mentioning = useMentioning(box, people)

  function submit(event: FormEvent | KeyboardEvent) {
    event.preventDefault()
    if (busy) return
    const { success, data } = commentField.safeParse(value)
    setRejected(!success)
    if (success) onSend(data)
  }

  function press(event: KeyboardEvent) {
    if (isComposing(event) || mentioning.press(event)) return
    const isSending = event.ctrlKey || event.metaKey || (sendsByEnter && !event.shiftKey)
    if (event.key === 'Enter' && isSending) submit(event)
    if (event.key === 'Escape') onEscape?.()
  }

  return (
    <form className="comment-box" onSubmit={submit} noValidate>
      {mentioning.choices.length > 0 && (
        <MentionList
          id={mentioning.listId}
          choices={mentioning.choices}
          active={mentioning.active}
          onChoose={mentioning.choose}
        />
      )}
      <TextArea
        {...mentioning.attributes}
        ref={box}
        className="comment-box__area"
        label={label}
        hideLabel
        placeholder={label}
        max={COMMENT_MAX}
        countFrom={COUNTED_FROM}
        rows={1}
        enterKeyHint={sendsByEnter ? 'send' : 'enter'}
        autoFocus={autoFocus}
        value={value}
        onChange={text => {
          setRejected(false)
          onChange(text)
          mentioning.look()
        }}
        onSelect={mentioning.look}
        onBlur={mentioning.close}
        onKeyDown={press}
        error={isRejected ? t('comments.length') : error}
      />
      <div className="comment-box__actions">
        <Checkbox label={t('comments.sendByEnter')} checked={sendsByEnter} onChange={setSendsByEnter} />
        {children}
        <Button type="submit" kind="primary" busy={busy}>
          {sendLabel}
        </Button>
      </div>
    </form>
  )
}
