import { type ComponentProps, type KeyboardEvent, useId, useRef, useState } from 'react'
import { isComposing } from '#client/platform/browser/composition.ts'
import { t } from '#client/platform/language/language.ts'
import { TextField } from '#client/ui/TextField.tsx'
import { EMAIL_MAX } from '#protocol/limits.ts'
import { emailSuggestions } from './emailDomains.ts'
import './EmailField.css'

type EmailFieldProps = Omit<ComponentProps<typeof TextField>, 'label' | 'type'>

/** An address, with whole addresses to choose from while it is typed (ARIA's combobox with a list). */
export function EmailField({ value, onChange, onBlur, ...rest }: EmailFieldProps) {
  const listId = useId()
  const wrapper = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  /** Index of the suggestion that the arrow keys stand on; -1 is the field itself. */
  const [active, setActive] = useState(-1)
  const suggestions = isOpen ? emailSuggestions(value) : []
  const isShown = suggestions.length > 0

  function type(typed: string) {
    onChange(typed)
    setOpen(true)
    setActive(-1)
  }

  function choose(suggestion: string) {
    onChange(suggestion)
    setOpen(false)
    setActive(-1)
  }

  function moveOrChoose(event: KeyboardEvent) {
    if (!isShown || isComposing(event)) return
    const chosen = suggestions[active]
    if (event.key === 'ArrowDown') setActive(active === suggestions.length - 1 ? -1 : active + 1)
    else if (event.key === 'ArrowUp') setActive(active === -1 ? suggestions.length - 1 : active - 1)
    else if (event.key === 'Escape') setOpen(false)
    else if (event.key === 'Enter' && chosen !== undefined) choose(chosen)
    else return
    event.preventDefault()
  }

  function chooseByPointer(suggestion: string) {
    const field = wrapper.current?.querySelector('input')
    // Losing the focus ends a composition, so its last syllable is not added to what is chosen.
    field?.blur()
    choose(suggestion)
    field?.focus()
  }

  return (
    <div className="email-field" ref={wrapper}>
      <TextField
        {...rest}
        label={t('accounts.email')}
        value={value}
        onChange={type}
        onKeyDown={moveOrChoose}
        onBlur={event => {
          // Only a pointer moves the focus into the list.
          if (wrapper.current?.contains(event.relatedTarget)) return
          setOpen(false)
          onBlur?.(event)
        }}
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={EMAIL_MAX}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={listId}
        aria-activedescendant={isShown && active >= 0 ? `${listId}-${active}` : undefined}
      />
      <div
        className="email-field__list"
        id={listId}
        role="listbox"
        aria-label={t('accounts.emailSuggestions')}
        hidden={!isShown}
      >
        {suggestions.map((suggestion, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field hears the keys
          <div
            className={`email-field__option ${index === active ? 'email-field__option--active' : ''}`}
            id={`${listId}-${index}`}
            key={suggestion}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onClick={() => chooseByPointer(suggestion)}
          >
            {suggestion}
          </div>
        ))}
      </div>
      <span className="visually-hidden" role="status">
        {isShown && t('accounts.emailSuggestionCount', { count: suggestions.length })}
      </span>
    </div>
  )
}
