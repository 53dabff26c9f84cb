import { atom, useAtom } from 'jotai'
import {
  type ClipboardEvent,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useRef,
  useState,
} from 'react'
import { isComposing } from '#client/platform/browser/keyboard.ts'
import { readStored, writeStored } from '#client/platform/browser/storage.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Checkbox } from '#client/ui/Checkbox.tsx'
import { TextArea } from '#client/ui/TextField.tsx'
import type { PersonView } from '#protocol/accounts.ts'
import { commentField } from '#protocol/comments.ts'
import { COMMENT_MAX } from '#protocol/limits.ts'
import { MentionList, useMentionCompletion } from './MentionList.tsx'

const NOBODY: readonly PersonView[] = []

/** Length from which the counter is shown. */
const COUNTED_FROM = 400

interface CommentBoxProps {
  label: string
  value: string
  onChange: (text: string) => void
  /** Receives the validated text. */
  onSend: (text: string) => void
  sendLabel: string
  error?: string | undefined
  busy?: boolean
  onEscape?: () => void
  autoFocus?: boolean
  ref?: RefObject<HTMLTextAreaElement | null>
  /** Members offered as mentions. */
  people?: readonly PersonView[]
  /** Shown beside the send button. */
  children?: ReactNode
}

/** Ctrl+Enter or ⌘+Enter sends. Enter sends too if the user chose so. Shift+Enter always starts a new line. */
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
  const [rejection, setRejection] = useState<'comments.length' | 'comments.onlyText' | null>(null)
  const [sendsByEnter, setSendsByEnter] = useAtom(sendsByEnterAtom)

  /** Whether the box is empty because its text was sent. */
  const hasSent = useRef(false)
  const internalBox = useRef<HTMLTextAreaElement>(null)
  const box = ref ?? internalBox
  const completion = useMentionCompletion(box, people)

  function submit(event: FormEvent | KeyboardEvent) {
    event.preventDefault()
    if (busy) return
    const { success, data } = commentField.safeParse(value)
    setRejection(success ? null : 'comments.length')
    if (!success) return
    hasSent.current = true
    onSend(data)
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (isComposing(event) || completion.handleKeyDown(event)) return
    const isSending = event.ctrlKey || event.metaKey || (sendsByEnter && !event.shiftKey)
    if (event.key === 'Enter' && isSending) {
      // The second of two presses.
      if (value === '' && hasSent.current) event.preventDefault()
      else submit(event)
    }
    if (event.key !== 'Escape' || !onEscape) return
    // Otherwise a dialog around the box closes as well.
    event.preventDefault()
    onEscape()
  }

  /** A picture would be ignored without a word. Text from an office program comes with a picture of itself. */
  function handlePaste({ clipboardData }: ClipboardEvent) {
    if (clipboardData.files.length > 0 && clipboardData.getData('text/plain') === '')
      setRejection('comments.onlyText')
  }

  return (
    <form className="comment-box" onSubmit={submit} noValidate>
      {completion.choices.length > 0 && (
        <MentionList
          id={completion.listId}
          choices={completion.choices}
          active={completion.active}
          onChoose={completion.choose}
        />
      )}
      <TextArea
        {...completion.attributes}
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
          setRejection(null)
          hasSent.current = false
          onChange(text)
          completion.update()
        }}
        onSelect={completion.update}
        onBlur={completion.close}
        onKeyDown={handleKeyDown}
        onPaste={handlePaste}
        error={rejection ? t(rejection) : error}
      />
      <div className="comment-box__actions">
        <Checkbox label={t('comments.sendByEnter')} checked={sendsByEnter} onChange={setSendsByEnter} />
        {children}
        <Button type="submit" kind={value.trim() === '' ? 'quiet' : 'primary'} busy={busy}>
          {sendLabel}
        </Button>
      </div>
    </form>
  )
}

const STORAGE_KEY = 'comments_sent_by_enter'

/** Default without a choice: a mouse implies a keyboard with Shift, and a wide window has room for the checkbox. */
const SENDS_BY_DEFAULT = '(pointer: fine) and (min-width: 768px)'

const chosenAtom = atom(readStored(STORAGE_KEY))

/** Whether Enter alone sends a comment. The browser stores the user's choice. */
const sendsByEnterAtom = atom(
  get => {
    const chosen = get(chosenAtom)
    return chosen === null ? matchMedia(SENDS_BY_DEFAULT).matches : chosen === 'true'
  },
  (_get, set, chosen: boolean) => {
    set(chosenAtom, String(chosen))
    writeStored(STORAGE_KEY, String(chosen))
  },
)
