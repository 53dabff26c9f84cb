import { type ReactNode, useEffect, useRef } from 'react'
import './ListFilters.css'

interface FilterChipProps {
  isOn: boolean
  onChoose: () => void
  /** The number of matching entries. */
  count?: string | undefined
  children: ReactNode
}

/** One of several filters of a list. */
export function FilterChip({ isOn, onChoose, count, children }: FilterChipProps) {
  return (
    <button type="button" className="filter-chip" aria-pressed={isOn} onClick={onChoose}>
      {children}
      {count !== undefined && <span className="filter-chip__count">{count}</span>}
    </button>
  )
}

interface ChoiceSelectProps<Choice extends string> {
  /** Names the list. */
  label: string
  /** The label of each choice, in the sequence of the options. */
  choices: Readonly<Record<Choice, string>>
  chosen: NoInfer<Choice>
  onChoose: (choice: Choice) => void
}

/** Selects one of a few choices for a list, such as its order. */
export function ChoiceSelect<Choice extends string>({
  label,
  choices,
  chosen,
  onChoose,
}: ChoiceSelectProps<Choice>) {
  const list = useRef<HTMLSelectElement>(null)
  const options = Object.keys(choices) as Choice[]

  function choose(value: string | undefined) {
    const choice = options.find(one => one === value)
    if (choice) onChoose(choice)
  }

  // A prerendered list may have another choice before it is hydrated.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only hydration finds another choice
  useEffect(() => {
    if (list.current?.value !== chosen) choose(list.current?.value)
  }, [])

  return (
    <select
      ref={list}
      className="choice-select"
      aria-label={label}
      value={chosen}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    >
      {options.map(choice => (
        <option key={choice} value={choice}>
          {choices[choice]}
        </option>
      ))}
    </select>
  )
}
