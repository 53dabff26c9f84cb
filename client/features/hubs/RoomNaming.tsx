import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { isComposing } from '#client/platform/browser/composition.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { HUB_NAME_MAX } from '#protocol/limits.ts'
import { useNameHub } from './hubs.queries.ts'
import './roomNaming.css'

interface RoomNamingProps {
  hubNo: number
  /** Empty while it has none. */
  name: string
  onDone: () => void
}

/** A room's name where it stands: Enter saves it, Esc leaves it as it was, and without words the room has none. */
export function RoomNaming({ hubNo, name, onDone }: RoomNamingProps) {
  const [typed, setTyped] = useState(name)
  const field = useRef<HTMLInputElement>(null)
  const naming = useNameHub()

  useEffect(() => field.current?.select(), [])

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (naming.isPending) return
    if (typed.trim() === name) onDone()
    else naming.mutate({ hubNo, name: typed }, { onSuccess: onDone })
  }

  function leave(event: KeyboardEvent): void {
    if (event.key === 'Escape' && !isComposing(event)) onDone()
  }

  return (
    <form className="room-naming" onSubmit={submit} onKeyDown={leave} noValidate>
      <TextField
        ref={field}
        label={t('hubs.name')}
        hint={t('hubs.nameHint')}
        max={HUB_NAME_MAX}
        value={typed}
        onChange={text => {
          setTyped(text)
          naming.reset()
        }}
        autoComplete="off"
        enterKeyHint="done"
        error={naming.error ? failureText(naming.error) : undefined}
      />
      <div className="room-naming__ways">
        <Button onClick={onDone}>{t('common.cancel')}</Button>
        <Button type="submit" kind="primary" busy={naming.isPending}>
          {t('hubs.rename')}
        </Button>
      </div>
    </form>
  )
}
