import { useAtom } from 'jotai'
import { type FormEvent, type RefObject, useState } from 'react'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { persistedViewStateAtom } from '#client/session/viewState.ts'
import { Button } from '#client/ui/Button.tsx'
import { TextArea } from '#client/ui/TextField.tsx'
import { suggestionField } from '#protocol/agora.ts'
import { SUGGESTION_MAX } from '#protocol/limits.ts'
import { textLength } from '#protocol/normalization.ts'
import { useCreateSuggestion } from './agora.queries.ts'
import '#client/ui/sheetForm.css'

/** The unsent opinion, kept when the user leaves the screen. */
export const opinionAtom = persistedViewStateAtom({ opinion: '' }, 'opinion')

interface SuggestionFormProps {
  area: RefObject<HTMLTextAreaElement | null>
  onCreated: () => void
}

export function SuggestionForm({ area, onCreated }: SuggestionFormProps) {
  const [{ opinion }, setDraft] = useAtom(opinionAtom)
  const [isRejected, setRejected] = useState(false)
  // Keep the draft if the user has edited it since.
  const createMutation = useCreateSuggestion(sent =>
    setDraft(draft => (draft.opinion === sent ? { opinion: '' } : draft)),
  )

  function submit(event: FormEvent) {
    event.preventDefault()
    if (createMutation.isPending) return
    area.current?.focus()
    const isValid = suggestionField.safeParse(opinion).success
    setRejected(!isValid)
    if (!isValid) return
    createMutation.mutate(opinion, {
      onSuccess(reply) {
        if (reply.success) onCreated()
      },
    })
  }

  function handleChange(value: string) {
    setDraft({ opinion: value })
    setRejected(false)
    if (!createMutation.isPending) createMutation.reset()
  }

  return (
    <form className="sheet-form suggestion-form" onSubmit={submit} noValidate>
      <TextArea
        ref={area}
        label={t('agora.opinion')}
        hideLabel
        hint={t('agora.lengthHint')}
        placeholder={t('agora.placeholder')}
        max={SUGGESTION_MAX}
        rows={3}
        value={opinion}
        onChange={handleChange}
        error={errorOf(opinion, isRejected, createMutation)}
      />
      <OpinionSheet length={textLength(opinion)} />
      <Button type="submit" kind="primary" busy={createMutation.isPending}>
        {t('agora.send')}
      </Button>
      <p className="visually-hidden" role="status">
        {createMutation.data?.success && t('agora.sent')}
      </p>
    </form>
  )
}

function errorOf(
  opinion: string,
  isRejected: boolean,
  { error, data }: Pick<ReturnType<typeof useCreateSuggestion>, 'error' | 'data'>,
): string | undefined {
  if (isRejected) return t(textLength(opinion.trim()) > SUGGESTION_MAX ? 'agora.tooLong' : 'agora.tooShort')
  if (error) return failureText(error)
  return data?.success === false ? data.message : undefined
}

const COLUMNS = 20
const ROWS = SUGGESTION_MAX / COLUMNS
/** Side of a square, including one line. */
const SIDE = 7
const [WIDTH, HEIGHT] = [COLUMNS * SIDE, ROWS * SIDE]

const range = (length: number) => Array.from({ length }, (_, index) => index)
const LINES = [
  ...range(ROWS + 1).map(row => `M0 ${row * SIDE}h${WIDTH}`),
  ...range(COLUMNS + 1).map(column => `M${column * SIDE} 0v${HEIGHT}`),
].join('')

/** A small manuscript sheet with a square per character. Decorative: the counter gives the number as text. */
function OpinionSheet({ length }: { length: number }) {
  const filledColumns = (row: number) => Math.max(0, Math.min(COLUMNS, length - row * COLUMNS))
  return (
    <svg
      className={`opinion-sheet ${length > SUGGESTION_MAX ? 'opinion-sheet--over' : ''}`}
      viewBox={`-0.5 -0.5 ${WIDTH + 1} ${HEIGHT + 1}`}
      aria-hidden="true"
    >
      {range(ROWS).map(row => (
        <rect key={row} y={row * SIDE} width={filledColumns(row) * SIDE} height={SIDE} />
      ))}
      <path d={LINES} />
    </svg>
  )
}
