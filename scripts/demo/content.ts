import { readdirSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { HAIRS } from './portrait.ts'

/** people.json: users, hubs, suggestions and notices. */
const dataSchema = z.object({
  people: z.array(
    z.object({
      key: z.string(),
      email: z.string(),
      username: z.string(),
      mobile: z.string().nullable(),
      /** The colour of the profile picture, in degrees. */
      hue: z.number(),
      hair: z.enum(HAIRS).default('short'),
      isGrey: z.boolean().optional(),
      hasGlasses: z.boolean().optional(),
      picture: z.boolean().default(false),
    }),
  ),
  administrator: z.string(),
  hubs: z.array(z.object({ key: z.string(), name: z.string().default(''), members: z.array(z.string()) })),
  suggestions: z.array(z.object({ by: z.string(), text: z.string(), answer: z.string().optional() })),
  notices: z.array(z.object({ title: z.string(), content: z.string() })),
})
export type DemoData = z.infer<typeof dataSchema>

/** comments.json: the comments on a shared note in a hub, oldest first, and the highlights in it. */
const threadSchema = z.object({
  hub: z.string(),
  /** The note's title. */
  note: z.string(),
  comments: z.array(
    z.object({
      by: z.string(),
      text: z.string(),
      /** Days since the note was shared. */
      after: z.number(),
      /** The index of the comment it replies to. */
      replyTo: z.number().optional(),
      /** Words of the note that the comment is about. */
      on: z.string().optional(),
    }),
  ),
  highlights: z
    .array(
      z.object({
        /** The highlighted words of the note. */
        on: z.string(),
        /** The users, each with the days since the note was shared. */
        by: z.record(z.string(), z.number()),
      }),
    )
    .default([]),
})
export type DemoThread = z.infer<typeof threadSchema>

const headerSchema = z.object({
  title: z.string(),
  by: z.string(),
  topic: z.string(),
  shared: z.string().transform(keys =>
    keys
      .split(',')
      .map(key => key.trim())
      .filter(Boolean),
  ),
  /** Written this many days ago. */
  day: z.coerce.number(),
  edited: z.coerce.number().optional(),
})
export type DemoNote = z.infer<typeof headerSchema> & { text: string }

const content = new URL('./content/', import.meta.url)

export function readDemoData(): DemoData {
  return dataSchema.parse(JSON.parse(readFileSync(new URL('people.json', content), 'utf8')))
}

export function readThreads(): DemoThread[] {
  return z.array(threadSchema).parse(JSON.parse(readFileSync(new URL('comments.json', content), 'utf8')))
}

export function readNotes(): DemoNote[] {
  const directory = new URL('notes/', content)
  return readdirSync(directory)
    .sort()
    .map(name => parseNote(readFileSync(new URL(name, directory), 'utf8')))
}

/**
 * Short notes: a file for a person, or for several, each after a line `# key`. A note begins with a line `## topic | title | day | hubs`.
 */
export function readShortNotes(): DemoNote[] {
  const directory = new URL('short/', content)
  return readdirSync(directory)
    .sort()
    .flatMap(name => parseShortNotes(name, readFileSync(new URL(name, directory), 'utf8')))
}

function parseShortNotes(name: string, file: string): DemoNote[] {
  const people = /^# /m.test(file) ? file.split(/^# /m).slice(1) : [`${name.replace('.md', '')}\n${file}`]
  return people.flatMap(person => {
    const [key = '', ...notes] = person.split(/\n+^## /m)
    return notes.map(note => {
      const [header = '', ...text] = note.split('\n')
      const [topic, title, day, shared] = header.split('|').map(field => field.trim())
      return {
        ...headerSchema.parse({ by: key.trim(), topic, title, day, shared }),
        text: text.join('\n').trim(),
      }
    })
  })
}

/** A file has lines of `key: value`, a line of three dashes, and the text. */
function parseNote(file: string): DemoNote {
  const [header = '', ...rest] = file.split('\n---\n')
  const fields = header
    .split('\n')
    .map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()])
  return { ...headerSchema.parse(Object.fromEntries(fields)), text: rest.join('\n---\n').trim() }
}
