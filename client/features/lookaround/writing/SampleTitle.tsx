import type { RefObject } from 'react'
import { SheetTitle } from '#client/features/notes/editor/text/EditorTextarea.tsx'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Icon } from '#client/ui/Icon.tsx'

interface SampleTitleProps {
  ref: RefObject<HTMLTextAreaElement | null>
  value: string
  onChange: (title: string) => void
  onDone: () => void
}

/** A note's title without any rule, and a button that empties it. */
export function SampleTitle({ ref, value, onChange, onDone }: SampleTitleProps) {
  function clear() {
    onChange('')
    ref.current?.focus()
  }

  return (
    <div className="writing__head">
      <SheetTitle
        ref={ref}
        className="writing__title"
        label={t('notes.title')}
        placeholder={t('notes.title')}
        value={value}
        onChange={onChange}
        onDone={onDone}
        autoComplete="off"
        enterKeyHint="next"
      />
      {value !== '' && (
        <Button kind="quiet" aria-label={t('lookaround.clearTitle')} onClick={clear}>
          <Icon name="close" />
        </Button>
      )}
    </div>
  )
}
