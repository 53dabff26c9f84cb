import { t } from '#client/platform/language/language.ts'
import type { FindQuery } from './find.rules.ts'

const OPTIONS = [
  { option: 'isCaseSensitive', sign: 'Aa', label: 'find.case' },
  { option: 'isWholeWord', sign: 'find.wordSign', label: 'find.word' },
  { option: 'isExpression', sign: '.*', label: 'find.expression' },
] as const

interface FindOptionsProps {
  query: FindQuery
  onChange: (part: Partial<FindQuery>) => void
}

/** What counts as a match: case, whole words, regular expressions. */
export function FindOptions({ query, onChange }: FindOptionsProps) {
  return (
    <div className="find-bar__options">
      {OPTIONS.map(({ option, sign, label }) => (
        <button
          key={option}
          type="button"
          className="find-bar__option"
          aria-label={t(label)}
          title={t(label)}
          aria-pressed={query[option]}
          // Keeps the focus in the field, and the keyboard of a phone open.
          onMouseDown={event => event.preventDefault()}
          onClick={() => onChange({ [option]: !query[option] })}
        >
          <span className="find-bar__sign" aria-hidden="true">
            {sign === 'find.wordSign' ? t(sign) : sign}
          </span>
          <span className="find-bar__option-name" aria-hidden="true">
            {t(label)}
          </span>
        </button>
      ))}
    </div>
  )
}
