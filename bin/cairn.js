#!/usr/bin/env node
import '../dist/cairn.js';
