import { type ComponentProps, type KeyboardEvent, useId, useRef, useState } from 'react'
import { isComposing } from '#client/platform/browser/keyboard.ts'
import { t } from '#client/platform/language/language.ts'
import { TextField } from '#client/ui/TextField.tsx'
import { EMAIL_MAX } from '#protocol/limits.ts'
import { emailSuggestions } from './emailDomains.ts'
import './accounts.css'

type EmailFieldProps = Omit<ComponentProps<typeof TextField>, 'label' | 'type'>

/** An e-mail field that suggests complete addresses (ARIA combobox with a list box). */
export function EmailField({ value, onChange, onBlur, ...rest }: EmailFieldProps) {
  const listId = useId()
  const wrapper = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  /** Index of the suggestion that the arrow keys selected; -1 is the field itself. */
  const [activeIndex, setActiveIndex] = useState(-1)
  const suggestions = isOpen ? emailSuggestions(value) : []
  const isShown = suggestions.length > 0

  function handleChange(input: string) {
    onChange(input)
    setOpen(true)
    setActiveIndex(-1)
  }

  function choose(suggestion: string) {
    onChange(suggestion)
    setOpen(false)
    setActiveIndex(-1)
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (!isShown || isComposing(event)) return
    const selected = suggestions[activeIndex]
    if (event.key === 'ArrowDown')
      setActiveIndex(activeIndex === suggestions.length - 1 ? -1 : activeIndex + 1)
    else if (event.key === 'ArrowUp')
      setActiveIndex(activeIndex === -1 ? suggestions.length - 1 : activeIndex - 1)
    else if (event.key === 'Escape') setOpen(false)
    else if (event.key === 'Enter' && selected !== undefined) choose(selected)
    else return
    event.preventDefault()
  }

  function chooseByPointer(suggestion: string) {
    const field = wrapper.current?.querySelector('input')
    // Blur ends an IME composition, so that its last syllable is not appended to the suggestion.
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
        onChange={handleChange}
        onKeyDown={handleKeyDown}
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
        aria-activedescendant={isShown && activeIndex >= 0 ? `${listId}-${activeIndex}` : undefined}
      />
      <div
        className="email-field__list"
        id={listId}
        role="listbox"
        aria-label={t('accounts.emailSuggestions')}
        hidden={!isShown}
      >
        {suggestions.map((suggestion, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
          <div
            className={`email-field__option ${index === activeIndex ? 'email-field__option--active' : ''}`}
            id={`${listId}-${index}`}
            key={suggestion}
            role="option"
            tabIndex={-1}
            aria-selected={index === activeIndex}
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
