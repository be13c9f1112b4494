// The library asks for this polyfill, and does not bring it.
import 'reflect-metadata'

export * from '@peculiar/x509'
