import { type ComponentType, type ReactNode, useState } from 'react'
import {
  dohyeon,
  haneul,
  MY_PICTURE,
  minho,
  sampleMe,
  sera,
} from '#client/features/lookaround/content/rooms.ts'
import type { Person } from '#client/ui/Avatar.tsx'

type Words = 'children' | 'label' | 'names' | 'question' | 'summary' | 'title'
type Chosen = 'kind' | 'size' | 'name'

/** 'kind primary', 'kind danger' and so on; never for free text. */
type Variant<Props, Key extends string> = Key extends keyof Props
  ? string extends Exclude<Props[Key], undefined>
    ? never
    : `${Key} ${Exclude<Props[Key], undefined> & string}`
  : never

/**
 * The states that the gallery must show, derived from the props: a long text for text props, `busy` and the
 * like for flags, each value of `kind`. A new `kind` does not compile until the gallery shows it.
 */
type StateOf<Props> =
  | 'default'
  | ([keyof Props & Words] extends [never] ? never : 'long text')
  | (keyof Props & ('busy' | 'disabled' | 'error'))
  | { [Key in Chosen]: Variant<Props, Key> }[Chosen]

export interface Part {
  /** The component; the test compares it. */
  component: unknown
  name: string
  states: Record<string, ReactNode>
  /** The height in pixels of a separate window per state; undefined for inline components. */
  window: number | undefined
}

/** A component of `client/ui` in all its states, plus further ones worth a look. */
export function part<Props>(
  component: ComponentType<Props>,
  states: Record<StateOf<Props>, ReactNode> & Record<string, ReactNode>,
  options: { window?: number } = {},
): Part {
  return { component, name: component.name, states, window: options.window }
}

export const me: Person = { ...sampleMe, picture: MY_PICTURE }
export const friends: Person[] = [minho, haneul, dohyeon, sera].map(person => ({ ...person, picture: null }))

/** Longer than a line on a phone, with a word that has no break opportunity. */
export const LONG =
  '아주 긴 문장은 휴대폰의 한 줄을 넘어도 다음 줄로 부드럽게 이어져야 하고, ' +
  '띄어쓰기없이이어진아주긴낱말이하나끼어있어도화면밖으로나가지않아야해요.'

export function nothing() {}

interface ControlledProps<Value> {
  initial: Value
  children: (value: Value, change: (value: Value) => void) => ReactNode
}

/** Holds the value of a controlled field, so that it can be tried. */
export function Controlled<Value>({ initial, children }: ControlledProps<Value>) {
  const [value, change] = useState(initial)
  return children(value, change)
}
