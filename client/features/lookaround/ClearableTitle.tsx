import { useRef } from 'react'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { TextField } from '#client/ui/TextField.tsx'

interface ClearableTitleProps {
  value: string
  onChange: (title: string) => void
}

/** A note's title without any rule, and a button that empties it. */
export function ClearableTitle({ value, onChange }: ClearableTitleProps) {
  const field = useRef<HTMLInputElement>(null)

  function clear() {
    onChange('')
    field.current?.focus()
  }

  return (
    <div className="clearable-title">
      <TextField
        ref={field}
        className="editor__title clearable-title__field"
        label={t('notes.title')}
        placeholder={t('notes.title')}
        value={value}
        onChange={onChange}
        autoComplete="off"
        enterKeyHint="next"
      />
      {value !== '' && (
        <Button
          kind="quiet"
          className="clearable-title__clear"
          aria-label={t('lookaround.clearTitle')}
          onClick={clear}
        >
          <Icon name="close" />
        </Button>
      )}
    </div>
  )
}
